/**
 * Lists as all of them work: newest first, page by page, by keyset (contract §3.2). Knows no
 * feature.
 */
package dev.uketsuke.lists;
