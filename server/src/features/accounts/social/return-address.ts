import { socialReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { Config } from '../../../process/config.ts';
import { pageOrigin } from '../../../http/addresses/page-origin.ts';

/**
 * Where the provider sends people back to. A configured provider has one address; the built-in one takes the page's
 * own.
 */
export function returnAddress(config: Config, header: (name: string) => string | undefined): string {
  const origin = config.instagram ? config.publicUrl : pageOrigin(config, header('host'));
  return `${origin}${socialReturnPath}`;
}
