// A PKCS #11 module with one P-256 key, out of the PEM file KEY_FILE. While the file HANG_FILE exists, the
// derivations that begin do not return; COUNT_FILE gets a byte for each.
// Tests/MerchantTests/Keys/HungModuleTests.swift compiles it.

#include <fcntl.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <p11-kit-1/p11-kit/pkcs11.h>
#include <string.h>
#include <unistd.h>

static CK_FUNCTION_LIST functions;
static CK_SESSION_HANDLE last_session;
static const unsigned char p256[] = {0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};
// The secret of the last derivation of this thread.
static __thread unsigned char secret[32];
static __thread int is_searching_private;

static CK_RV initialize(void *arguments) { return CKR_OK; }

static CK_RV slot_list(unsigned char present, CK_SLOT_ID *slots, unsigned long *count) {
    if (slots != NULL) slots[0] = 1;
    *count = 1;
    return CKR_OK;
}

static CK_RV token_info(CK_SLOT_ID slot, CK_TOKEN_INFO *info) {
    memset(info, ' ', sizeof(*info));
    memcpy(info->label, "hanging", 7);
    info->flags = CKF_TOKEN_INITIALIZED;
    return CKR_OK;
}

static CK_RV open_session(
    CK_SLOT_ID slot, CK_FLAGS flags, void *application, CK_NOTIFY notify, CK_SESSION_HANDLE *session) {
    *session = __sync_add_and_fetch(&last_session, 1);
    return CKR_OK;
}

static CK_RV close_session(CK_SESSION_HANDLE session) { return CKR_OK; }

static CK_RV find_init(CK_SESSION_HANDLE session, CK_ATTRIBUTE *template, unsigned long count) {
    is_searching_private = 0;
    for (unsigned long i = 0; i < count; i++)
        if (template[i].type == CKA_CLASS && *(CK_OBJECT_CLASS *)template[i].pValue == CKO_PRIVATE_KEY)
            is_searching_private = 1;
    return CKR_OK;
}

static CK_RV find(
    CK_SESSION_HANDLE session, CK_OBJECT_HANDLE *objects, unsigned long limit, unsigned long *count) {
    *count = is_searching_private;
    objects[0] = 1;
    is_searching_private = 0;
    return CKR_OK;
}

static CK_RV find_final(CK_SESSION_HANDLE session) { return CKR_OK; }

static CK_RV attribute(
    CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *template, unsigned long count) {
    CK_KEY_TYPE type = CKK_EC;
    const void *value;
    unsigned long length;
    switch (template->type) {
    case CKA_KEY_TYPE: value = &type; length = sizeof(type); break;
    case CKA_EC_PARAMS: value = p256; length = sizeof(p256); break;
    case CKA_VALUE: value = secret; length = sizeof(secret); break;
    default: return CKR_ATTRIBUTE_TYPE_INVALID;
    }
    if (template->pValue != NULL) memcpy(template->pValue, value, length);
    template->ulValueLen = length;
    return CKR_OK;
}

static CK_RV derive(
    CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_OBJECT_HANDLE base, CK_ATTRIBUTE *template,
    unsigned long count, CK_OBJECT_HANDLE *made) {
    int counted = open(COUNT_FILE, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (write(counted, ".", 1) != 1) return CKR_GENERAL_ERROR;
    close(counted);
    while (access(HANG_FILE, F_OK) == 0) usleep(1000);
    CK_ECDH1_DERIVE_PARAMS *parameters = mechanism->pParameter;
    FILE *file = fopen(KEY_FILE, "r");
    if (file == NULL) return CKR_GENERAL_ERROR;
    EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
    fclose(file);
    EVP_PKEY *peer = EVP_PKEY_new();
    size_t length = sizeof(secret);
    CK_RV code = CKR_GENERAL_ERROR;
    if (key != NULL && EVP_PKEY_copy_parameters(peer, key) == 1
        && EVP_PKEY_set1_encoded_public_key(
            peer, parameters->pPublicData, parameters->ulPublicDataLen) == 1) {
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
        if (EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
            && EVP_PKEY_derive(context, secret, &length) == 1) code = CKR_OK;
        EVP_PKEY_CTX_free(context);
    }
    EVP_PKEY_free(peer);
    EVP_PKEY_free(key);
    *made = 2;
    return code;
}

static CK_RV destroy(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object) { return CKR_OK; }

CK_RV C_GetFunctionList(CK_FUNCTION_LIST **list) {
    functions.C_Initialize = initialize;
    functions.C_GetSlotList = slot_list;
    functions.C_GetTokenInfo = token_info;
    functions.C_OpenSession = open_session;
    functions.C_CloseSession = close_session;
    functions.C_FindObjectsInit = find_init;
    functions.C_FindObjects = find;
    functions.C_FindObjectsFinal = find_final;
    functions.C_GetAttributeValue = attribute;
    functions.C_DeriveKey = derive;
    functions.C_DestroyObject = destroy;
    *list = &functions;
    return CKR_OK;
}
