import { newAccount, newPassword } from './account.ts';
import type { Product } from './product.ts';
import { adminEmail, callApi, tokenOf } from './session.ts';

/** Somebody new who hosts, by the API: nothing else takes their time. Answers the address. */
export async function newHostAccount(product: Product, username: string): Promise<string> {
  const email = await newAccount(product, username);
  const { access_token: token } = await tokenOf(product, email, newPassword);
  const { user_ide } = await callApi<{ user_ide: number }>(product, 'POST', '/user/influencer_request', {
    token,
    body: {},
  });
  const admin = await tokenOf(product, adminEmail);
  await callApi(product, 'POST', '/admin/influencer_requests/authorize', {
    token: admin.access_token,
    body: { user_ide },
  });
  return email;
}

/** By the API: the host has time around the clock and wants no notice; half an hour costs so many euros. */
export async function offersMeetings(product: Product, email: string, price: number): Promise<void> {
  const { access_token: token } = await tokenOf(product, email, newPassword);
  const hours = Array.from({ length: 7 }, (_, n) => ({ weekday: n + 1, from: '00:00', to: '24:00' }));
  await callApi(product, 'POST', '/private_meetings/settings', {
    token,
    body: { enabled: true, zone: 'UTC', lengths: [{ minutes: 30, price }], hours, notice_hours: 0 },
  });
}
