#include "CPageFiles.h"

// #embed is of C23; the compiler has it for earlier versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char shop_app_html[] = {
#embed "../../../Web/shop/app.html"
};

static const unsigned char shop_cart_html[] = {
#embed "../../../Web/shop/cart.html"
};

static const unsigned char shop_cart_js[] = {
#embed "../../../Web/shop/cart.js"
};

static const unsigned char shop_index_html[] = {
#embed "../../../Web/shop/index.html"
};

static const unsigned char shop_keyring_svg[] = {
#embed "../../../Web/shop/keyring.svg"
};

static const unsigned char shop_mug_svg[] = {
#embed "../../../Web/shop/mug.svg"
};

static const unsigned char shop_order_html[] = {
#embed "../../../Web/shop/order.html"
};

static const unsigned char shop_order_js[] = {
#embed "../../../Web/shop/order.js"
};

static const unsigned char shop_page_js[] = {
#embed "../../../Web/shop/page.js"
};

static const unsigned char shop_payment_js[] = {
#embed "../../../Web/shop/payment.js"
};

static const unsigned char shop_server_js[] = {
#embed "../../../Web/shop/server.js"
};

static const unsigned char shop_shop_css[] = {
#embed "../../../Web/shop/shop.css"
};

static const unsigned char shop_star_svg[] = {
#embed "../../../Web/shop/star.svg"
};

static const unsigned char shop_store_js[] = {
#embed "../../../Web/shop/store.js"
};

static const unsigned char shop_theme_css[] = {
#embed "../../../Web/shop/theme.css"
};

static const unsigned char shop_toy_svg[] = {
#embed "../../../Web/shop/toy.svg"
};

static const unsigned char apple_pay_js[] = {
#embed "../../../Web/apple-pay.js"
};

static const unsigned char wallet_confirm_html[] = {
#embed "../../../Web/wallet/confirm.html"
};

static const unsigned char wallet_confirm_js[] = {
#embed "../../../Web/wallet/confirm.js"
};

static const unsigned char wallet_confirmation_window_js[] = {
#embed "../../../Web/wallet/confirmation-window.js"
};

static const unsigned char wallet_dom_js[] = {
#embed "../../../Web/wallet/dom.js"
};

static const unsigned char wallet_icon_svg[] = {
#embed "../../../Web/wallet/icon.svg"
};

static const unsigned char wallet_index_html[] = {
#embed "../../../Web/wallet/index.html"
};

static const unsigned char wallet_server_events_js[] = {
#embed "../../../Web/wallet/server-events.js"
};

static const unsigned char wallet_sheet_session_js[] = {
#embed "../../../Web/wallet/sheet-session.js"
};

static const unsigned char wallet_sheet_view_js[] = {
#embed "../../../Web/wallet/sheet-view.js"
};

static const unsigned char wallet_sheet_css[] = {
#embed "../../../Web/wallet/sheet.css"
};

static const unsigned char wallet_sheet_html[] = {
#embed "../../../Web/wallet/sheet.html"
};

static const unsigned char wallet_sheet_start_js[] = {
#embed "../../../Web/wallet/sheet-start.js"
};

static const unsigned char wallet_sheet_js[] = {
#embed "../../../Web/wallet/sheet.js"
};

static const unsigned char wallet_theme_css[] = {
#embed "../../../Web/wallet/theme.css"
};

static const unsigned char wallet_visibility_js[] = {
#embed "../../../Web/wallet/visibility.js"
};

static const unsigned char wallet_wallet_view_js[] = {
#embed "../../../Web/wallet/wallet-view.js"
};

static const unsigned char wallet_wallet_words_js[] = {
#embed "../../../Web/wallet/wallet-words.js"
};

static const unsigned char wallet_wallet_css[] = {
#embed "../../../Web/wallet/wallet.css"
};

static const unsigned char wallet_wallet_js[] = {
#embed "../../../Web/wallet/wallet.js"
};

static const unsigned char xray_bytes_css[] = {
#embed "../../../Web/xray/bytes.css"
};

static const unsigned char xray_bytes_js[] = {
#embed "../../../Web/xray/bytes.js"
};

static const unsigned char xray_deliveries_css[] = {
#embed "../../../Web/xray/deliveries.css"
};

static const unsigned char xray_deliveries_js[] = {
#embed "../../../Web/xray/deliveries.js"
};

static const unsigned char xray_diagram_css[] = {
#embed "../../../Web/xray/diagram.css"
};

static const unsigned char xray_diagram_js[] = {
#embed "../../../Web/xray/diagram.js"
};

static const unsigned char xray_dom_js[] = {
#embed "../../../Web/xray/dom.js"
};

static const unsigned char xray_index_html[] = {
#embed "../../../Web/xray/index.html"
};

static const unsigned char xray_main_js[] = {
#embed "../../../Web/xray/main.js"
};

static const unsigned char xray_mark_svg[] = {
#embed "../../../Web/xray/mark.svg"
};

static const unsigned char xray_parts_css[] = {
#embed "../../../Web/xray/parts.css"
};

static const unsigned char xray_parts_js[] = {
#embed "../../../Web/xray/parts.js"
};

static const unsigned char xray_token_js[] = {
#embed "../../../Web/xray/token.js"
};

static const unsigned char xray_xray_css[] = {
#embed "../../../Web/xray/xray.css"
};

#define FILE_OF(name, content) {name, content, sizeof(content)}

static const page_file files[] = {
    FILE_OF("shop/app.html", shop_app_html),
    FILE_OF("shop/cart.html", shop_cart_html),
    FILE_OF("shop/cart.js", shop_cart_js),
    FILE_OF("shop/index.html", shop_index_html),
    FILE_OF("shop/keyring.svg", shop_keyring_svg),
    FILE_OF("shop/mug.svg", shop_mug_svg),
    FILE_OF("shop/order.html", shop_order_html),
    FILE_OF("shop/order.js", shop_order_js),
    FILE_OF("shop/page.js", shop_page_js),
    FILE_OF("shop/payment.js", shop_payment_js),
    FILE_OF("shop/server.js", shop_server_js),
    FILE_OF("shop/shop.css", shop_shop_css),
    FILE_OF("shop/star.svg", shop_star_svg),
    FILE_OF("shop/store.js", shop_store_js),
    FILE_OF("shop/theme.css", shop_theme_css),
    FILE_OF("shop/toy.svg", shop_toy_svg),
    FILE_OF("wallet/apple-pay.js", apple_pay_js),
    FILE_OF("wallet/confirm.html", wallet_confirm_html),
    FILE_OF("wallet/confirm.js", wallet_confirm_js),
    FILE_OF("wallet/confirmation-window.js", wallet_confirmation_window_js),
    FILE_OF("wallet/dom.js", wallet_dom_js),
    FILE_OF("wallet/icon.svg", wallet_icon_svg),
    FILE_OF("wallet/index.html", wallet_index_html),
    FILE_OF("wallet/server-events.js", wallet_server_events_js),
    FILE_OF("wallet/sheet-session.js", wallet_sheet_session_js),
    FILE_OF("wallet/sheet-view.js", wallet_sheet_view_js),
    FILE_OF("wallet/sheet.css", wallet_sheet_css),
    FILE_OF("wallet/sheet.html", wallet_sheet_html),
    FILE_OF("wallet/sheet-start.js", wallet_sheet_start_js),
    FILE_OF("wallet/sheet.js", wallet_sheet_js),
    FILE_OF("wallet/theme.css", wallet_theme_css),
    FILE_OF("wallet/visibility.js", wallet_visibility_js),
    FILE_OF("wallet/wallet-view.js", wallet_wallet_view_js),
    FILE_OF("wallet/wallet-words.js", wallet_wallet_words_js),
    FILE_OF("wallet/wallet.css", wallet_wallet_css),
    FILE_OF("wallet/wallet.js", wallet_wallet_js),
    FILE_OF("xray/bytes.css", xray_bytes_css),
    FILE_OF("xray/bytes.js", xray_bytes_js),
    FILE_OF("xray/deliveries.css", xray_deliveries_css),
    FILE_OF("xray/deliveries.js", xray_deliveries_js),
    FILE_OF("xray/diagram.css", xray_diagram_css),
    FILE_OF("xray/diagram.js", xray_diagram_js),
    FILE_OF("xray/dom.js", xray_dom_js),
    FILE_OF("xray/index.html", xray_index_html),
    FILE_OF("xray/main.js", xray_main_js),
    FILE_OF("xray/mark.svg", xray_mark_svg),
    FILE_OF("xray/parts.css", xray_parts_css),
    FILE_OF("xray/parts.js", xray_parts_js),
    FILE_OF("xray/server-events.js", wallet_server_events_js),
    FILE_OF("xray/theme.css", wallet_theme_css),
    FILE_OF("xray/token.js", xray_token_js),
    FILE_OF("xray/xray.css", xray_xray_css),
};

page_file page_file_at(size_t index) {
    return index < sizeof(files) / sizeof(files[0]) ? files[index] : (page_file){0};
}
