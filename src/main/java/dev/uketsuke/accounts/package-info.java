/**
 * Who is calling: the account and the roles of a verified credential, and the refusal of requests
 * without a valid credential and of requests that a browser sends on behalf of another site.
 */
package dev.uketsuke.accounts;
