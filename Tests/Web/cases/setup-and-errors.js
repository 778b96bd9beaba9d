// ApplePaySetup and ApplePayError.
import { equal, inClick, isTrue, rejects, test, throws } from '../harness.js';
import { mock } from '../requests.js';

const configuration = {
    merchantIdentifier: 'merchant', referrerIdentifier: 'referrer', signature: 'signature', signedFields: ['field1'],
};

test('without a click nothing is set up', async () => {
    await rejects(new ApplePaySetup(configuration).begin([]), 'InvalidAccessError',
        'Must call ApplePaySetup.begin from a user gesture handler.');
    await rejects(ApplePaySession.openPaymentSetup('merchant'), 'InvalidAccessError',
        'Must call ApplePaySession.openPaymentSetup from a user gesture handler.');
    throws(() => new ApplePaySession(3, {}), 'TypeError');
});

test('getSetupFeatures gives the features that a test added', async () => {
    mock().addSetupFeature('supported', 'appleCard', true);
    const setup = new ApplePaySetup(configuration);
    const features = await setup.getSetupFeatures();
    equal(mock().setupConfiguration, configuration);
    equal(features.map(({ state, type, supportsInstallments }) => [state, type, supportsInstallments]),
        [['supported', 'appleCard', true]]);
    isTrue(features[0] instanceof ApplePaySetupFeature);
    throws(() => mock().addSetupFeature('unheard', 'appleCard', true), 'TypeError');
    throws(() => new ApplePaySetupFeature(), 'TypeError', 'Illegal constructor');
});

test('a second call while the first is pending is refused', async () => {
    const setup = new ApplePaySetup(configuration);
    const first = setup.getSetupFeatures();
    await rejects(setup.getSetupFeatures(), 'InvalidStateError');
    await first;
    await setup.getSetupFeatures();
});

test('begin in a click', async () => {
    const setup = new ApplePaySetup(configuration);
    const features = await setup.getSetupFeatures();
    const [first, second] = await inClick(() => [setup.begin(features), setup.begin(features)]);
    await rejects(second, 'InvalidStateError');
    equal(await first, true);
    await rejects(inClick(() => setup.begin([{}])), 'TypeError');
});

test('the configuration must be there, and none of its members', () => {
    equal(new ApplePaySetup({}) instanceof ApplePaySetup, true);
    throws(() => new ApplePaySetup(), 'TypeError', 'Not enough arguments');
});

const codes = ['unknown', 'shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable',
    'couponCodeInvalid', 'couponCodeExpired', 'unsupportedCard', 'recipientContactInvalid'];
const fields = ['phoneNumber', 'emailAddress', 'name', 'phoneticName', 'postalAddress', 'addressLines', 'subLocality',
    'locality', 'postalCode', 'subAdministrativeArea', 'administrativeArea', 'country', 'countryCode'];

test('an error has every code and field', () => {
    for (const code of codes) equal(new ApplePayError(code).code, code);
    for (const field of fields) equal(new ApplePayError('unknown', field).contactField, field);
    const error = new ApplePayError('unknown');
    equal([error.contactField, error.message, error.domain], [null, '', null]);
    equal(new ApplePayError('unknown', undefined, undefined, 'disbursement').domain, 'disbursement');
});

test('a code or a field that is none is refused, with those that there are', () => {
    throws(() => new ApplePayError(), 'TypeError', 'Not enough arguments');
    throws(() => new ApplePayError(''), 'TypeError', "Argument 1 ('errorCode') to the ApplePayError constructor must "
        + `be one of: ${codes.map((code) => `"${code}"`).join(', ')}`);
    throws(() => new ApplePayError('unknown', null), 'TypeError');
    throws(() => new ApplePayError('unknown', ''), 'TypeError', "Argument 2 ('contactField') to the ApplePayError "
        + `constructor must be one of: ${fields.map((field) => `"${field}"`).join(', ')}`);
});

test('attributes can be written, and what is no value of theirs is ignored', () => {
    const error = new ApplePayError('unknown', 'name', 'a');
    error.code = 'couponCodeInvalid';
    error.code = 'nonsense';
    error.contactField = 'locality';
    error.contactField = 'nonsense';
    error.message = 7;
    equal([error.code, error.contactField, error.message], ['couponCodeInvalid', 'locality', '7']);
    error.contactField = null;
    equal(error.contactField, null);
});
