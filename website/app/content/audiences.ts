/** A target group of the app, as presented on the home page; `picture` is the name of the drawing beside the text. */
export type Audience = { title: string; text: string; picture: string }

/** The target groups of the app, in display order; couples come first. */
export const audiences: readonly Audience[] = [
  {
    title: 'Couples',
    text: 'Your photographer sent thousands. Your guests sent more. Sit down together and find the ones that feel like the day.',
    picture: 'couple',
  },
  {
    title: 'New parents',
    text: 'Forty photos of one yawn. Keep the best one and let thirty-nine go. None of them ever leaves your computer.',
    picture: 'new-parents',
  },
  {
    title: 'Photographers',
    text: 'The shoots you do for love. Client work needs a license: ask us.',
    picture: 'photographer',
  },
  {
    title: 'Content creators',
    text: 'A trip, a recipe, a first try: hundreds of takes on one idea. Swipe until you’re left with the one you’d post.',
    picture: 'creator',
  },
]
