const digit = (): string => (crypto.getRandomValues(new Uint8Array(1))[0]! % 16).toString(16);

/**
 * A UUID by chance. Browsers bring a maker of their own only on https and on the same machine; a phone of the network
 * comes by plain http.
 */
export const newId = (): string => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit);
