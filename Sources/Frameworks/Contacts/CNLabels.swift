// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The label of what belongs to a person's home.
public let CNLabelHome = "_$!<Home>!$_"
/// The label of what belongs to a person's work.
public let CNLabelWork = "_$!<Work>!$_"
/// The label of what belongs to a person's school.
public let CNLabelSchool = "_$!<School>!$_"
/// The label of anything else.
public let CNLabelOther = "_$!<Other>!$_"
/// The label of an e-mail address of iCloud's.
public let CNLabelEmailiCloud = "iCloud"
/// The label of a home page.
public let CNLabelURLAddressHomePage = "_$!<HomePage>!$_"
/// The label of an anniversary.
public let CNLabelDateAnniversary = "_$!<Anniversary>!$_"
/// The label of an iPhone's number.
public let CNLabelPhoneNumberiPhone = "iPhone"
/// The label of a watch's number.
///
/// - Source: the text is a guess.
public let CNLabelPhoneNumberAppleWatch = "APPLEWATCH"
/// The label of a mobile telephone's number.
public let CNLabelPhoneNumberMobile = "_$!<Mobile>!$_"
/// The label of a main number.
public let CNLabelPhoneNumberMain = "_$!<Main>!$_"
/// The label of a fax machine at home.
public let CNLabelPhoneNumberHomeFax = "_$!<HomeFAX>!$_"
/// The label of a fax machine at work.
public let CNLabelPhoneNumberWorkFax = "_$!<WorkFAX>!$_"
/// The label of another fax machine.
public let CNLabelPhoneNumberOtherFax = "_$!<OtherFAX>!$_"
/// The label of a pager.
public let CNLabelPhoneNumberPager = "_$!<Pager>!$_"

/// What people call what a label stands for; a label of one's own is its own name.
///
/// - Source: our own words, in English only; Apple's follow the system's language.
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
