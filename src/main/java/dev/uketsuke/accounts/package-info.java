/**
 * Who is calling: the account and the roles of a verified credential, and what is said to a request
 * without one, or with one that another site made a browser send.
 */
package dev.uketsuke.accounts;
