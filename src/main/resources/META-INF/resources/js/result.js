/** Where the outcome of an operation is shown; apart, so that form and outcome need not know each other. */
export const resultHref = ({ id }) => `#/sent/${id}`;
