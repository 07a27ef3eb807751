/** Cutting a part out of a picture. The words are fixed: they stay letter for letter. */
export default {
  select: 'Select a file',
  save: 'Save',
  zoom: 'Zoom',
  move: 'Picture: use the arrow keys to move it',
  type: 'Only JPG, PNG or WebP images are supported.',
  unreadable: 'We can’t read this image. Please choose another one.',
};
