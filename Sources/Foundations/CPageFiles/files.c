#include "CPageFiles.h"

// #embed is of C23; the compiler has it for earlier versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

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

static const unsigned char wallet_sheet_js[] = {
#embed "../../../Web/wallet/sheet.js"
};

static const unsigned char wallet_theme_css[] = {
#embed "../../../Web/wallet/theme.css"
};

static const unsigned char wallet_visibility_js[] = {
#embed "../../../Web/wallet/visibility.js"
};

static const unsigned char wallet_icon_svg[] = {
#embed "../../../Web/wallet/icon.svg"
};

static const unsigned char wallet_index_html[] = {
#embed "../../../Web/wallet/index.html"
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

static const unsigned char xray_index_html[] = {
#embed "../../../Web/xray/index.html"
};

#define FILE_OF(name, content) {name, content, sizeof(content)}

static const page_file files[] = {
    FILE_OF("wallet/apple-pay.js", apple_pay_js),
    FILE_OF("wallet/confirm.html", wallet_confirm_html),
    FILE_OF("wallet/confirm.js", wallet_confirm_js),
    FILE_OF("wallet/confirmation-window.js", wallet_confirmation_window_js),
    FILE_OF("wallet/dom.js", wallet_dom_js),
    FILE_OF("wallet/sheet-session.js", wallet_sheet_session_js),
    FILE_OF("wallet/sheet-view.js", wallet_sheet_view_js),
    FILE_OF("wallet/sheet.css", wallet_sheet_css),
    FILE_OF("wallet/sheet.html", wallet_sheet_html),
    FILE_OF("wallet/sheet.js", wallet_sheet_js),
    FILE_OF("wallet/theme.css", wallet_theme_css),
    FILE_OF("wallet/visibility.js", wallet_visibility_js),
    FILE_OF("wallet/icon.svg", wallet_icon_svg),
    FILE_OF("wallet/index.html", wallet_index_html),
    FILE_OF("wallet/wallet-view.js", wallet_wallet_view_js),
    FILE_OF("wallet/wallet-words.js", wallet_wallet_words_js),
    FILE_OF("wallet/wallet.css", wallet_wallet_css),
    FILE_OF("wallet/wallet.js", wallet_wallet_js),
    FILE_OF("xray/index.html", xray_index_html),
};

page_file page_file_at(size_t index) {
    return index < sizeof(files) / sizeof(files[0]) ? files[index] : (page_file){0};
}
