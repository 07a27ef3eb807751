/** Where the app itself serves stored files. */
export const mediaPath = '/media/';
