/** Parses the widths of the glyphs from space to tilde, in thousandths of an em. */
const words = (text: string) => text.split(/\s+/).map(Number);

/**
 * The widths of characters by font weight: the widest of Inter, Arial and DejaVu Sans Condensed, so that a label fits
 * in each of them.
 */
const table = {
  400: words(`286 360 466 754 642 982 702 300 365 365 501 754 288 460 288 360 631 572 610 618 646 593 620 572 619
    620 303 303 754 754 754 556 1015 690 667 730 722 667 611 778 743 278 571 672 565 903 753 778 667 778
    722 667 646 744 690 985 682 679 629 365 360 365 754 556 450 562 612 571 612 583 370 613 591 250 250
    549 250 876 591 600 612 612 376 528 353 591 562 818 546 562 552 572 333 572 754`),
  500: words(`286 360 494 754 646 993 702 313 369 369 521 754 303 462 303 370 646 572 616 627 656 603 630 572 629
    630 303 315 754 754 754 556 1015 709 667 733 722 667 611 778 745 278 575 688 565 913 756 778 667 778
    722 667 653 740 709 1003 701 696 641 369 370 369 754 556 450 568 618 577 618 587 379 620 602 252 252
    559 252 888 602 604 618 618 387 539 353 602 575 829 557 575 559 572 346 572 754`),
  600: words(`313 410 523 754 650 1004 785 326 411 411 540 754 342 465 342 379 660 626 626 636 666 626 640 626 640
    640 360 360 754 754 754 611 999 728 722 737 747 667 615 778 753 334 580 722 611 922 759 778 667 778
    722 667 660 736 728 1020 720 713 652 411 379 411 754 556 450 607 644 583 644 610 391 644 641 308 308
    598 308 938 641 618 644 644 444 556 430 641 587 839 580 588 566 641 359 641 754`),
};

/** The width of characters that are not in the table. */
const UNKNOWN = 620;
/** A factor that leaves room for a font that is a little wider than those in the table. */
const SLACK = 1.03;

/** Returns the width of `text` in px, rounded up, without a browser. */
export function textWidthOf(text: string, size: number, weight: keyof typeof table = 400) {
  let width = 0;
  for (const glyph of text) width += table[weight][glyph.charCodeAt(0) - 32] ?? UNKNOWN;
  return Math.ceil((width / 1000) * size * SLACK);
}
