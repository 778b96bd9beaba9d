// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The label for home.
public let CNLabelHome = "_$!<Home>!$_"
/// The label for work.
public let CNLabelWork = "_$!<Work>!$_"
/// The label for school.
public let CNLabelSchool = "_$!<School>!$_"
/// The label for anything else.
public let CNLabelOther = "_$!<Other>!$_"
/// The label for an iCloud e-mail address.
public let CNLabelEmailiCloud = "iCloud"
/// The label for a home page.
public let CNLabelURLAddressHomePage = "_$!<HomePage>!$_"
/// The label for an anniversary.
public let CNLabelDateAnniversary = "_$!<Anniversary>!$_"
/// The label for an iPhone's number.
public let CNLabelPhoneNumberiPhone = "iPhone"
/// The label for a watch's number.
///
/// - Source: the text is a guess.
public let CNLabelPhoneNumberAppleWatch = "APPLEWATCH"
/// The label for a mobile number.
public let CNLabelPhoneNumberMobile = "_$!<Mobile>!$_"
/// The label for a main number.
public let CNLabelPhoneNumberMain = "_$!<Main>!$_"
/// The label for a fax number at home.
public let CNLabelPhoneNumberHomeFax = "_$!<HomeFAX>!$_"
/// The label for a fax number at work.
public let CNLabelPhoneNumberWorkFax = "_$!<WorkFAX>!$_"
/// The label for another fax number.
public let CNLabelPhoneNumberOtherFax = "_$!<OtherFAX>!$_"
/// The label for a pager.
public let CNLabelPhoneNumberPager = "_$!<Pager>!$_"

/// The name of a label that the user sees; a custom label is its own name.
///
/// - Source: our own text, in English only; Apple's follows the system's language.
func name(ofLabel label: String) -> String {
    switch label {
    case CNLabelHome: "home"
    case CNLabelWork: "work"
    case CNLabelSchool: "school"
    case CNLabelOther: "other"
    case CNLabelURLAddressHomePage: "home page"
    case CNLabelDateAnniversary: "anniversary"
    case CNLabelPhoneNumberAppleWatch: "Apple Watch"
    case CNLabelPhoneNumberMobile: "mobile"
    case CNLabelPhoneNumberMain: "main"
    case CNLabelPhoneNumberHomeFax: "home fax"
    case CNLabelPhoneNumberWorkFax: "work fax"
    case CNLabelPhoneNumberOtherFax: "other fax"
    case CNLabelPhoneNumberPager: "pager"
    default: label
    }
}
