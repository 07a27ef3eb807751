/** What a host does with an event that is out. Sentences of spec §2 and §8 come from core or stay letter for letter. */
export default {
  videos: {
    title: 'Your videos',
    help: 'Up to 20 seconds, .mp4 or .mov, at most 100 MB.',
    presentation: 'Presentation video',
    thanks: 'Thanks video',
    desktop: 'Desktop',
    mobile: 'Mobile',
    wide: 'Landscape 16:9',
    tall: 'Portrait 9:16',
    upload: 'Upload {{video}}',
    replace: 'Replace {{video}}',
    replaceShort: 'Replace',
    remove: 'Remove {{video}}',
    removeShort: 'Remove',
    uploading: 'Uploading',
    percent: '{{percent}}%',
    left: '{{percent}}% · {{seconds}} s left',
    cancel: 'Cancel',
  },
};
