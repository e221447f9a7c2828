/** Dev mode alone: signs the payment callbacks that are tried out in Swagger UI, as the payment provider would. */
async function signCallback(request) {
  const { pathname } = new URL(request.url, location.href);
  if (pathname === '/v1/payment-callbacks' && request.method === 'POST') {
    const answer = await fetch('/local/signature', { method: 'POST', body: request.body });
    Object.assign(request.headers, await answer.json());
  }
  return request;
}
