// Notes what the page's policy refuses, from before the file under test is loaded.
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
