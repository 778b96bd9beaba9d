#include "CPageFiles.h"

// #embed is of C23; the compiler has it for earlier versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char apple_pay_js[] = {
#embed "../../../Web/apple-pay.js"
};

static const unsigned char xray_index_html[] = {
#embed "../../../Web/xray/index.html"
};

#define FILE_OF(name, content) {name, content, sizeof(content)}

static const page_file files[] = {
    FILE_OF("wallet/apple-pay.js", apple_pay_js),
    FILE_OF("xray/index.html", xray_index_html),
};

page_file page_file_at(size_t index) {
    return index < sizeof(files) / sizeof(files[0]) ? files[index] : (page_file){0};
}
