/// The names of countries and regions, one a line: the code, and the English, Chinese and Russian
/// names.
///
/// - Source: the codes that a payment request may use, and the names in Unicode CLDR for `en`, `zh`
///   and `ru`, the shortest of several.
enum CountryNames {
    static let lines = """
        AC Ascension Island|阿森松岛|о-в Вознесения
        AD Andorra|安道尔|Андорра
        AE United Arab Emirates|阿拉伯联合酋长国|ОАЭ
        AF Afghanistan|阿富汗|Афганистан
        AG Antigua & Barbuda|安提瓜和巴布达|Антигуа и Барбуда
        AI Anguilla|安圭拉|Ангилья
        AL Albania|阿尔巴尼亚|Албания
        AM Armenia|亚美尼亚|Армения
        AO Angola|安哥拉|Ангола
        AQ Antarctica|南极洲|Антарктида
        AR Argentina|阿根廷|Аргентина
        AS American Samoa|美属萨摩亚|Американское Самоа
        AT Austria|奥地利|Австрия
        AU Australia|澳大利亚|Австралия
        AW Aruba|阿鲁巴|Аруба
        AX Åland Islands|奥兰群岛|Аландские о-ва
        AZ Azerbaijan|阿塞拜疆|Азербайджан
        BA Bosnia & Herzegovina|波斯尼亚和黑塞哥维那|Босния и Герцеговина
        BB Barbados|巴巴多斯|Барбадос
        BD Bangladesh|孟加拉国|Бангладеш
        BE Belgium|比利时|Бельгия
        BF Burkina Faso|布基纳法索|Буркина-Фасо
        BG Bulgaria|保加利亚|Болгария
        BH Bahrain|巴林|Бахрейн
        BI Burundi|布隆迪|Бурунди
        BJ Benin|贝宁|Бенин
        BL St. Barthélemy|圣巴泰勒米|Сен-Бартелеми
        BM Bermuda|百慕大|Бермудские о-ва
        BN Brunei|文莱|Бруней
        BO Bolivia|玻利维亚|Боливия
        BQ Caribbean Netherlands|荷属加勒比区|Бонэйр, Синт-Эстатиус и Саба
        BR Brazil|巴西|Бразилия
        BS Bahamas|巴哈马|Багамы
        BT Bhutan|不丹|Бутан
        BV Bouvet Island|布韦岛|о-в Буве
        BW Botswana|博茨瓦纳|Ботсвана
        BY Belarus|白俄罗斯|Беларусь
        BZ Belize|伯利兹|Белиз
        CA Canada|加拿大|Канада
        CC Cocos (Keeling) Islands|科科斯（基林）群岛|Кокосовые о-ва
        CD Congo (Kinshasa)|刚果（金）|Конго (Киншаса)
        CF Central African Republic|中非共和国|Центрально-Африканская Республика
        CG Congo (Brazzaville)|刚果（布）|Конго (Браззавиль)
        CH Switzerland|瑞士|Швейцария
        CI Côte d’Ivoire|科特迪瓦|Кот-д’Ивуар
        CK Cook Islands|库克群岛|о-ва Кука
        CL Chile|智利|Чили
        CM Cameroon|喀麦隆|Камерун
        CN China|中国|Китай
        CO Colombia|哥伦比亚|Колумбия
        CP Clipperton Island|克利珀顿岛|о-в Клиппертон
        CR Costa Rica|哥斯达黎加|Коста-Рика
        CU Cuba|古巴|Куба
        CV Cape Verde|佛得角|Кабо-Верде
        CW Curaçao|库拉索|Кюрасао
        CX Christmas Island|圣诞岛|о-в Рождества
        CY Cyprus|塞浦路斯|Кипр
        CZ Czechia|捷克|Чехия
        DE Germany|德国|Германия
        DG Diego Garcia|迪戈加西亚岛|Диего-Гарсия
        DJ Djibouti|吉布提|Джибути
        DK Denmark|丹麦|Дания
        DM Dominica|多米尼克|Доминика
        DO Dominican Republic|多米尼加共和国|Доминиканская Республика
        DZ Algeria|阿尔及利亚|Алжир
        EA Ceuta & Melilla|休达及梅利利亚|Сеута и Мелилья
        EC Ecuador|厄瓜多尔|Эквадор
        EE Estonia|爱沙尼亚|Эстония
        EG Egypt|埃及|Египет
        EH Western Sahara|西撒哈拉|Западная Сахара
        ER Eritrea|厄立特里亚|Эритрея
        ES Spain|西班牙|Испания
        ET Ethiopia|埃塞俄比亚|Эфиопия
        FI Finland|芬兰|Финляндия
        FJ Fiji|斐济|Фиджи
        FK Falkland Islands|福克兰群岛|Фолклендские о-ва
        FM Micronesia|密克罗尼西亚|Микронезия
        FO Faroe Islands|法罗群岛|Фарерские о-ва
        FR France|法国|Франция
        GA Gabon|加蓬|Габон
        GB United Kingdom|英国|Великобритания
        GD Grenada|格林纳达|Гренада
        GE Georgia|格鲁吉亚|Грузия
        GF French Guiana|法属圭亚那|Французская Гвиана
        GG Guernsey|根西岛|Гернси
        GH Ghana|加纳|Гана
        GI Gibraltar|直布罗陀|Гибралтар
        GL Greenland|格陵兰|Гренландия
        GM Gambia|冈比亚|Гамбия
        GN Guinea|几内亚|Гвинея
        GP Guadeloupe|瓜德罗普|Гваделупа
        GQ Equatorial Guinea|赤道几内亚|Экваториальная Гвинея
        GR Greece|希腊|Греция
        GS So. Georgia & So. Sandwich Isl.|南乔治亚和南桑威奇群岛|Южная Георгия и Южные Сандвичевы о-ва
        GT Guatemala|危地马拉|Гватемала
        GU Guam|关岛|Гуам
        GW Guinea-Bissau|几内亚比绍|Гвинея-Бисау
        GY Guyana|圭亚那|Гайана
        HK Hong Kong|香港|Гонконг
        HM Heard & McDonald Islands|赫德岛和麦克唐纳群岛|о-ва Херд и Макдональд
        HN Honduras|洪都拉斯|Гондурас
        HR Croatia|克罗地亚|Хорватия
        HT Haiti|海地|Гаити
        HU Hungary|匈牙利|Венгрия
        IC Canary Islands|加纳利群岛|Канарские о-ва
        ID Indonesia|印度尼西亚|Индонезия
        IE Ireland|爱尔兰|Ирландия
        IL Israel|以色列|Израиль
        IM Isle of Man|马恩岛|о-в Мэн
        IN India|印度|Индия
        IO Chagos Archipelago|查戈斯群岛|Архипелаг Чагос
        IQ Iraq|伊拉克|Ирак
        IR Iran|伊朗|Иран
        IS Iceland|冰岛|Исландия
        IT Italy|意大利|Италия
        JE Jersey|泽西岛|Джерси
        JM Jamaica|牙买加|Ямайка
        JO Jordan|约旦|Иордания
        JP Japan|日本|Япония
        KE Kenya|肯尼亚|Кения
        KG Kyrgyzstan|吉尔吉斯斯坦|Киргизия
        KH Cambodia|柬埔寨|Камбоджа
        KI Kiribati|基里巴斯|Кирибати
        KM Comoros|科摩罗|Коморы
        KN St. Kitts & Nevis|圣基茨和尼维斯|Сент-Китс и Невис
        KP North Korea|朝鲜|КНДР
        KR South Korea|韩国|Республика Корея
        KW Kuwait|科威特|Кувейт
        KY Cayman Islands|开曼群岛|о-ва Кайман
        KZ Kazakhstan|哈萨克斯坦|Казахстан
        LA Laos|老挝|Лаос
        LB Lebanon|黎巴嫩|Ливан
        LC St. Lucia|圣卢西亚|Сент-Люсия
        LI Liechtenstein|列支敦士登|Лихтенштейн
        LK Sri Lanka|斯里兰卡|Шри-Ланка
        LR Liberia|利比里亚|Либерия
        LS Lesotho|莱索托|Лесото
        LT Lithuania|立陶宛|Литва
        LU Luxembourg|卢森堡|Люксембург
        LV Latvia|拉脱维亚|Латвия
        LY Libya|利比亚|Ливия
        MA Morocco|摩洛哥|Марокко
        MC Monaco|摩纳哥|Монако
        MD Moldova|摩尔多瓦|Молдова
        ME Montenegro|黑山|Черногория
        MF St. Martin|法属圣马丁|Сен-Мартен
        MG Madagascar|马达加斯加|Мадагаскар
        MH Marshall Islands|马绍尔群岛|Маршалловы о-ва
        MK North Macedonia|北马其顿|Северная Македония
        ML Mali|马里|Мали
        MM Myanmar (Burma)|缅甸|Мьянма (Бирма)
        MN Mongolia|蒙古|Монголия
        MO Macao|澳门|Макао
        MP Northern Mariana Islands|北马里亚纳群岛|Северные Марианские о-ва
        MQ Martinique|马提尼克|Мартиника
        MR Mauritania|毛里塔尼亚|Мавритания
        MS Montserrat|蒙特塞拉特|Монтсеррат
        MT Malta|马耳他|Мальта
        MU Mauritius|毛里求斯|Маврикий
        MV Maldives|马尔代夫|Мальдивы
        MW Malawi|马拉维|Малави
        MX Mexico|墨西哥|Мексика
        MY Malaysia|马来西亚|Малайзия
        MZ Mozambique|莫桑比克|Мозамбик
        NA Namibia|纳米比亚|Намибия
        NC New Caledonia|新喀里多尼亚|Новая Каледония
        NE Niger|尼日尔|Нигер
        NF Norfolk Island|诺福克岛|о-в Норфолк
        NG Nigeria|尼日利亚|Нигерия
        NI Nicaragua|尼加拉瓜|Никарагуа
        NL Netherlands|荷兰|Нидерланды
        NO Norway|挪威|Норвегия
        NP Nepal|尼泊尔|Непал
        NR Nauru|瑙鲁|Науру
        NU Niue|纽埃|Ниуэ
        NZ New Zealand|新西兰|Новая Зеландия
        OM Oman|阿曼|Оман
        PA Panama|巴拿马|Панама
        PE Peru|秘鲁|Перу
        PF French Polynesia|法属波利尼西亚|Французская Полинезия
        PG Papua New Guinea|巴布亚新几内亚|Папуа — Новая Гвинея
        PH Philippines|菲律宾|Филиппины
        PK Pakistan|巴基斯坦|Пакистан
        PL Poland|波兰|Польша
        PM St. Pierre & Miquelon|圣皮埃尔和密克隆群岛|Сен-Пьер и Микелон
        PN Pitcairn Islands|皮特凯恩群岛|о-ва Питкэрн
        PR Puerto Rico|波多黎各|Пуэрто-Рико
        PS Palestinian Territories|巴勒斯坦领土|Палестинские территории
        PT Portugal|葡萄牙|Португалия
        PW Palau|帕劳|Палау
        PY Paraguay|巴拉圭|Парагвай
        QA Qatar|卡塔尔|Катар
        RE Réunion|留尼汪|Реюньон
        RO Romania|罗马尼亚|Румыния
        RS Serbia|塞尔维亚|Сербия
        RU Russia|俄罗斯|Россия
        RW Rwanda|卢旺达|Руанда
        SA Saudi Arabia|沙特阿拉伯|Саудовская Аравия
        SB Solomon Islands|所罗门群岛|Соломоновы о-ва
        SC Seychelles|塞舌尔|Сейшельские о-ва
        SD Sudan|苏丹|Судан
        SE Sweden|瑞典|Швеция
        SG Singapore|新加坡|Сингапур
        SH St. Helena|圣赫勒拿|о-в Св. Елены
        SI Slovenia|斯洛文尼亚|Словения
        SJ Svalbard & Jan Mayen|斯瓦尔巴和扬马延|Шпицберген и Ян-Майен
        SK Slovakia|斯洛伐克|Словакия
        SL Sierra Leone|塞拉利昂|Сьерра-Леоне
        SM San Marino|圣马力诺|Сан-Марино
        SN Senegal|塞内加尔|Сенегал
        SO Somalia|索马里|Сомали
        SR Suriname|苏里南|Суринам
        SS South Sudan|南苏丹|Южный Судан
        ST São Tomé & Príncipe|圣多美和普林西比|Сан-Томе и Принсипи
        SV El Salvador|萨尔瓦多|Сальвадор
        SX Sint Maarten|荷属圣马丁|Синт-Мартен
        SY Syria|叙利亚|Сирия
        SZ Eswatini|斯威士兰|Эсватини
        TA Tristan da Cunha|特里斯坦-达库尼亚群岛|Тристан-да-Кунья
        TC Turks & Caicos Islands|特克斯和凯科斯群岛|Тёркс и Кайкос
        TD Chad|乍得|Чад
        TF French Southern Territories|法属南部领地|Французские Южные территории
        TG Togo|多哥|Того
        TH Thailand|泰国|Таиланд
        TJ Tajikistan|塔吉克斯坦|Таджикистан
        TK Tokelau|托克劳|Токелау
        TL Timor-Leste|东帝汶|Восточный Тимор
        TM Turkmenistan|土库曼斯坦|Туркменистан
        TN Tunisia|突尼斯|Тунис
        TO Tonga|汤加|Тонга
        TR Türkiye|土耳其|Турция
        TT Trinidad & Tobago|特立尼达和多巴哥|Тринидад и Тобаго
        TV Tuvalu|图瓦卢|Тувалу
        TW Taiwan|台湾|Тайвань
        TZ Tanzania|坦桑尼亚|Танзания
        UA Ukraine|乌克兰|Украина
        UG Uganda|乌干达|Уганда
        UM U.S. Outlying Islands|美国本土外小岛屿|Внешние малые о-ва (США)
        US United States|美国|США
        UY Uruguay|乌拉圭|Уругвай
        UZ Uzbekistan|乌兹别克斯坦|Узбекистан
        VA Vatican City|梵蒂冈|Ватикан
        VC St. Vincent & Grenadines|圣文森特和格林纳丁斯|Сент-Винсент и Гренадины
        VE Venezuela|委内瑞拉|Венесуэла
        VG British Virgin Islands|英属维尔京群岛|Виргинские о-ва (Великобритания)
        VI U.S. Virgin Islands|美属维尔京群岛|Виргинские о-ва (США)
        VN Vietnam|越南|Вьетнам
        VU Vanuatu|瓦努阿图|Вануату
        WF Wallis & Futuna|瓦利斯和富图纳|Уоллис и Футуна
        WS Samoa|萨摩亚|Самоа
        XK Kosovo|科索沃|Косово
        YE Yemen|也门|Йемен
        YT Mayotte|马约特|Майотта
        ZA South Africa|南非|Южно-Африканская Республика
        ZM Zambia|赞比亚|Замбия
        ZW Zimbabwe|津巴布韦|Зимбабве
        """
}
