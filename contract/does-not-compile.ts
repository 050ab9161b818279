// Each line below must stay an error: the contract is read by the browser and by the server and knows neither.

// @ts-expect-error no Node in here
export const node = process.version
// @ts-expect-error no browser in here
export const browser = document.title
// @ts-expect-error not even what both have
export const both = fetch
