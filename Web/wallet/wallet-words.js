// The words of the wallet's page, and those that a sheet has without its server, in English, Chinese and Russian.

/** @type {Record<string, readonly [string, string, string]>} */
const words = {
    title: ['Quince Wallet', 'Quince 钱包', 'Кошелёк Quince'],
    notice: ['TEST: no real card, no real money', '测试环境：不涉及真实银行卡和资金', 'ТЕСТ: карты и деньги ненастоящие'],
    device: ['Device', '设备', 'Устройство'],
    deviceHelp: [
        'The sheets of shops are shown on this device.', '商店的支付页面显示在此设备上。',
        'Окна оплаты магазинов показывает это устройство.',
    ],
    newDevice: ['Add a device', '添加设备', 'Добавить устройство'],
    name: ['Name', '名称', 'Название'],
    model: ['Model', '型号', 'Модель'],
    add: ['Add', '添加', 'Добавить'],
    cards: ['Cards', '卡片', 'Карты'],
    noCards: ['There is no card on this device.', '此设备上没有卡片。', 'На этом устройстве нет карт.'],
    newCard: ['Add a card', '添加卡片', 'Добавить карту'],
    number: ['Card number', '卡号', 'Номер карты'],
    expiry: ['Expires', '有效期', 'Срок действия'],
    expiryHelp: ['MM/YY', '月/年', 'ММ/ГГ'],
    verification: ['What its issuer does', '发卡机构的处理方式', 'Что делает эмитент'],
    none: ['Adds it at once', '立即添加', 'Добавляет сразу'],
    code: ['Sends a code first', '先发送验证码', 'Сначала присылает код'],
    decline: ['Declines', '拒绝', 'Отказывает'],
    remove: ['Remove', '移除', 'Удалить'],
    enterCode: ['Code', '验证码', 'Код'],
    codeSent: ['The issuer has sent the code', '发卡机构发送的验证码是', 'Эмитент прислал код'],
    verify: ['Verify', '验证', 'Подтвердить'],
    waits: ['Waits for its code', '等待验证码', 'Ждёт кода'],
    contacts: ['Contacts', '联系人', 'Контакты'],
    contactsHelp: [
        'A sheet offers these. While there are none, it offers the TEST contact.',
        '支付页面会提供这些联系人；没有时提供测试联系人。',
        'Их предлагает окно оплаты. Пока их нет, оно предлагает тестовый контакт.',
    ],
    newContact: ['Add a contact', '添加联系人', 'Добавить контакт'],
    givenName: ['First name', '名', 'Имя'],
    familyName: ['Last name', '姓', 'Фамилия'],
    street: ['Street', '街道地址', 'Улица, дом'],
    locality: ['City', '城市', 'Город'],
    administrativeArea: ['State or province', '省份', 'Регион'],
    postalCode: ['Postal code', '邮政编码', 'Почтовый индекс'],
    countryCode: ['Country code', '国家或地区代码', 'Код страны'],
    emailAddress: ['Email', '电子邮箱', 'Эл. почта'],
    phoneNumber: ['Phone', '电话', 'Телефон'],
    tester: ['Tester account', '测试账户', 'Учётная запись тестировщика'],
    testerHelp: [
        'Signing in or out removes the device’s cards.', '登录或退出会移除设备上的卡片。',
        'При входе и выходе карты с устройства удаляются.',
    ],
    signedOut: ['Signed out', '未登录', 'Вход не выполнен'],
    signIn: ['Sign in', '登录', 'Войти'],
    signOut: ['Sign out', '退出', 'Выйти'],
    newTester: ['Add a tester', '添加测试账户', 'Добавить тестировщика'],
    payments: ['Payments', '付款记录', 'Платежи'],
    noPayments: ['There are no payments yet.', '还没有付款。', 'Платежей пока нет.'],
    earlier: ['Earlier payments', '更早的付款', 'Более ранние платежи'],
    orders: ['Orders', '订单', 'Заказы'],
    ordersHelp: [
        'Orders of shops that were paid on this device. They change when the shop says so.',
        '在此设备上付款的商店订单。商店更新时，订单会随之更新。',
        'Заказы магазинов, оплаченные на этом устройстве. Они обновляются, когда магазин об этом сообщает.',
    ],
    orderWaits: ['Is being fetched', '正在获取', 'Загружается'],
    look: ['Update', '更新', 'Обновить'],
    noOrders: ['No shop has handed over an order.', '还没有商店交来订单。', 'Ни один магазин не передал заказ.'],
    ofCard: ['Card', '卡片', 'Карта'],
    allCards: ['All cards', '所有卡片', 'Все карты'],
    xray: ['Its x-ray', '查看 X 光', 'Рентген платежа'],
    paid: ['Paid', '支付成功', 'Оплачено'],
    notPaid: ['Not paid', '未支付', 'Не оплачено'],
    unresolved: ['Unresolved: the shop did not answer', '未确认：商店没有回应', 'Неясно: магазин не ответил'],
    open: ['Sheet is open', '支付页面已打开', 'Окно оплаты открыто'],
    network: ['The card network’s next answer', '卡组织的下一次响应', 'Следующий ответ платёжной сети'],
    networkHelp: [
        'It is given once, to the next authorization of any shop.', '仅用于任意商店的下一次授权。',
        'Его получит один раз следующая авторизация любого магазина.',
    ],
    usual: ['As the card and the amount decide', '由卡片和金额决定', 'Как решат карта и сумма'],
    refused: ['This payment is not possible.', '无法进行此次支付。', 'Эта оплата невозможна.'],
    replaced: [
        'Continue where this was opened last.', '请在最后打开的页面上继续。', 'Продолжите там, где окно открыли последним.',
    ],
    lost: ['The wallet does not answer.', '钱包没有响应。', 'Кошелёк не отвечает.'],
};

/** The place of a language among the words; -1 where there are none in it. @param {string} tag */
const placeOf = (tag) => ['en', 'zh', 'ru'].indexOf(tag.slice(0, 2).toLowerCase());

/** The first language of the browser that there are words in, for the attribute `lang`, numbers and dates. */
export const language = ['en', 'zh-Hans', 'ru'][
    navigator.languages.map(placeOf).find((place) => place >= 0) ?? 0
];

/** @param {string} name @param {string} [tag] the language @returns {string} */
export function word(name, tag = language) {
    return words[name]?.[Math.max(0, placeOf(tag))] ?? name;
}
