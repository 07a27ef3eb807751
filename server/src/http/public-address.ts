import ipaddr from 'ipaddr.js';

/**
 * All of IPv6 except what is assigned to the public internet (2000::/3). Among it are addresses with an IPv4 address
 * inside (`::10.0.0.1`), which `ipaddr.js` and the agents that filter requests with it take for public ones.
 */
export const unassignedIpv6 = ['::/3', '4000::/2', '8000::/1'];

const unassigned = unassignedIpv6.map((block) => ipaddr.parseCIDR(block));

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return (
    parsed.range() === 'unicast' &&
    !unassigned.some((block) => parsed.kind() === block[0].kind() && parsed.match(block))
  );
}
