// page: shops/third-party-browser.html
// A shop with <apple-pay-button>, and the question that other browsers than Safari are asked.
import { driver, equal, isTrue, test, until } from '../harness.js';

const sheet = internals.mockPaymentCoordinator;
const status = () => document.getElementById('status').value;

test('the button is offered, and books', async () => {
    await until(() => document.querySelector('.offered'));
    const button = document.getElementById('pay');
    equal([button.offsetWidth, button.offsetHeight], [220, 44]);
    await driver({ command: 'click', selector: '#pay' });
    sheet.changePaymentMethod({ type: 'debit' });
    await until(() => sheet.total?.amount === '30.00');
    sheet.acceptPayment();
    await until(() => status() === 'Booked');
    isTrue(customElements.get('apple-pay-button') !== undefined);
});
