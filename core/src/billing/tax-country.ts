/** The country whose tax rate holds: that of the buyer's billing address, else the host's, else none. */
export const taxCountry = (buyer: string | undefined, host: string | undefined): string | undefined => buyer ?? host;
