/** State of the navigation to the confirmation page, without which the page confirms nothing. */
export const passwordIsSet = { isPasswordSet: true }
