import { mailLink } from './mailbox.ts';
import type { Product } from './product.ts';
import { callApi } from './session.ts';

export const newPassword = 'Second-row-2026';

/** Signs somebody new up by the API and proves the address: what they do changes nothing for the demo's people. */
export async function newAccount(product: Product, username: string): Promise<string> {
  const email = `${username}@mail.com`;
  await callApi(product, 'POST', '/auth/signup', {
    body: {
      email,
      password: newPassword,
      username,
      name: 'Dora',
      surname: 'Nowak',
      date_of_birth: '1992-03-04',
      accept_terms: true,
    },
  });
  const [, token] = (await mailLink(product, email, '/verify_email')).split('#token=');
  await callApi(product, 'POST', '/auth/verify_email', { body: { token } });
  return email;
}
