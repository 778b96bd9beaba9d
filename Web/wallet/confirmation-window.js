// The second step in a window of the wallet's own origin, for browsers that cannot tell whether a frame is covered.
// No page can frame it, cover it, or reach into it: it hears the frame that opened it, which is of the same origin.

/** Opens and closes the window, from the frame. */
export class ConfirmationWindow {
    /** @type {Window | null} */
    window = null;

    /** @param {() => void} confirmed */
    constructor(confirmed) {
        window.addEventListener('message', ({ source, origin, data }) => {
            if (!this.window || source !== this.window || origin !== location.origin) return;
            if (data?.quince === 'asks') this.window.postMessage({ quince: 'shows', view: this.view }, origin);
            if (data?.quince === 'confirmed' && data.total === this.view?.total.value) {
                this.close();
                confirmed();
            }
        });
    }

    /** @param {import('./sheet-view.js').View} view what is shown there */
    open(view) {
        this.view = view;
        this.close();
        this.window = window.open('confirm.html', '_blank', 'popup,width=420,height=560');
    }

    close() {
        this.window?.close();
        this.window = null;
    }
}
