/** A target group of the app, as presented on the home page; `picture` is the name of the drawing beside the text. */
export type Audience = { title: string; text: string; picture: string }

/** The target groups of the app, in display order; couples come first. */
export const audiences: readonly Audience[] = [
  {
    title: 'Couples',
    text: 'Your photographer sent thousands, your guests sent more. Sit down together and find the ones that feel like the day.',
    picture: 'couple',
  },
  {
    title: 'New parents',
    text: 'Forty photos of one yawn. Keep the yawn, let thirty-nine go, and none of them ever leaves your computer.',
    picture: 'new-parents',
  },
  {
    title: 'Photographers',
    text: 'The first cull after a long day: one frame, one decision, offline, on the laptop you carry anyway.',
    picture: 'photographer',
  },
  {
    title: 'Content creators',
    text: 'A shoot, a trip, a launch: hundreds of takes of the same idea. Swipe until only the one you would post is left.',
    picture: 'creator',
  },
]
