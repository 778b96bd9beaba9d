/// The rules of order packages, by the names that reports have.
package enum OrderRule: String, Hashable, Sendable, CaseIterable {
    // The archive.
    case packageSize, notAnArchive, tooManyFiles, unpackedSize
    case unsafeName, duplicateFile, notAFile, encryptedFile, compression, damagedFile
    // The files.
    case enclosingFolder, hiddenFile, orderMissing
    case manifestMissing, manifestNotJSON, manifestForm, digestForm, digestDiffers
    case fileNotInManifest, manifestFileMissing, manifestListsItself
    // The signature.
    case signatureMissing, signatureForm, certificateForm, signerMissing, signatureInvalid
    case signerChain, signerNotValidNow
    case developerRelationsMarker, orderTypeMarker, orderTypeDiffers, orderSigningUsage
    // The order.
    case orderNotJSON, missing, unknownMember, wrongType, unknownWord, schemaVersion, empty
    case dateTime, duration, url, webServiceNotHTTPS, tokenTooShort, tokenMissing,
        merchantIdentifier
    case amount, currency, countryCode, number, latitude, longitude, storeIdentifier
    case updatedBeforeCreated, windowWithoutStart, repeatedIdentifier
    // What the order refers to.
    case imageMissing, imageFormat, fileMissing, fileFormat
    // Translations.
    case localeName, stringsMissing, stringsForm, stringsEncoding, repeatedKey, stringsKeys
    case localizedImageMissing, imageResolutions, imageOverridden

    /// The rule, in a few words.
    package var words: String {
        switch self {
        case .packageSize: "a package is smaller than 5 MB"
        case .notAnArchive: "a package is a whole ZIP archive without contradictions"
        case .tooManyFiles: "more files than are read"
        case .unpackedSize: "more bytes unpacked than are read"
        case .unsafeName:
            "names are paths inside the package, in UTF-8 without :, \\ and control characters"
        case .duplicateFile: "a file appears once"
        case .notAFile: "there are no links"
        case .encryptedFile: "no file is encrypted"
        case .compression: "files are stored or deflated"
        case .damagedFile: "content has its size and checksum"
        case .enclosingFolder: "the files are at the top, in no folder around them"
        case .hiddenFile: "there are no hidden files of a desktop"
        case .orderMissing: "order.json is at the top"
        case .manifestMissing: "manifest.json is at the top"
        case .manifestNotJSON: "the manifest is JSON"
        case .manifestForm: "the manifest is one object with a text for each file"
        case .digestForm: "a digest is SHA-256 in 64 lower-case hexadecimal digits"
        case .digestDiffers: "the digest is that of the file"
        case .fileNotInManifest: "the manifest lists every file but itself and the signature"
        case .manifestFileMissing: "a file that the manifest lists is there"
        case .manifestListsItself: "the manifest lists neither itself nor the signature"
        default: signatureWords ?? orderWords ?? fileWords
        }
    }

    private var signatureWords: String? {
        switch self {
        case .signatureMissing: "a file named signature is at the top"
        case .signatureForm:
            "the signature is detached CMS by one signer, with two certificates and a signing time"
        case .certificateForm: "the signature's certificates can be read"
        case .signerMissing: "the signer's certificate is in the signature"
        case .signatureInvalid: "the signature is over the manifest, by the certificate's key"
        case .signerChain: "root, intermediate and signer are a chain of exactly three certificates"
        case .signerNotValidNow: "the certificates are valid now"
        case .developerRelationsMarker:
            "the intermediate has the extension of Worldwide Developer Relations"
        case .orderTypeMarker: "the signer's certificate is an Order Type ID certificate"
        case .orderTypeDiffers: "the order type identifier is that of the signer's certificate"
        case .orderSigningUsage: "the certificate's extended key usage has the signing of orders"
        default: nil
        }
    }

    private var orderWords: String? {
        switch self {
        case .orderNotJSON: "the order is JSON"
        case .missing: "the member is required"
        case .unknownMember: "Apple's page has no such member"
        case .wrongType: "the value has the member's type"
        case .unknownWord: "the value is a word of the list"
        case .schemaVersion: "the version is 1"
        case .empty: "the text is not empty"
        case .dateTime: "a date and time is of RFC 3339"
        case .duration: "a duration is of ISO 8601-1"
        case .url: "an address is an absolute URL"
        case .webServiceNotHTTPS: "the address is a URL that begins with https://"
        case .tokenTooShort: "a token has at least 16 characters"
        case .tokenMissing: "a web service needs an authentication token"
        case .merchantIdentifier: "a merchant identifier begins with merchant."
        case .amount: "an amount is a text with a decimal number"
        case .currency: "a currency is an ISO 4217 code"
        case .countryCode: "a country is a code of two capital letters"
        case .number: "a number is decimal with at most 18 digits"
        case .latitude: "a latitude is from -90 to 90"
        case .longitude: "a longitude is from -180 to 180"
        case .storeIdentifier: "an identifier of the App Store is a whole number above zero"
        case .updatedBeforeCreated: "an update is not before the creation"
        case .windowWithoutStart: "a window of time has a start"
        case .repeatedIdentifier: "an identifier appears once in its list"
        default: nil
        }
    }

    private var fileWords: String {
        switch self {
        case .imageMissing: "the image is in the package"
        case .imageFormat: "an image is PNG or JPEG by its first bytes"
        case .fileMissing: "the file is in the package"
        case .fileFormat: "the file is PDF, JPEG or PNG by its first bytes"
        case .localeName: "a folder of a language is named such as fr.lproj or zh-Hans.lproj"
        case .stringsMissing: "each language has an order.strings"
        case .stringsForm: "the strings file has lines of the form \"key\" = \"text\";"
        case .stringsEncoding: "a strings file with more than ASCII is UTF-16"
        case .repeatedKey: "a key appears once"
        case .stringsKeys: "all languages have the same keys"
        case .localizedImageMissing: "all languages have the same images"
        case .imageResolutions: "all languages have the same resolutions of an image"
        default: "an image at the top overrides those of the languages"
        }
    }

    /// The title of the page that has the rule, where that is not the page of a member's object.
    var page: String {
        switch self {
        case .developerRelationsMarker, .orderTypeMarker, .orderSigningUsage, .signerChain:
            "Security framework, SecPolicyCreateOrderBundleSigner"
        case .imageMissing, .imageFormat, .localeName, .stringsMissing, .stringsForm,
            .stringsEncoding, .repeatedKey, .stringsKeys, .localizedImageMissing,
            .imageResolutions, .imageOverridden:
            "Creating the source for an order"
        case .packageSize: "Return"
        default: "Building a distributable order package"
        }
    }
}
