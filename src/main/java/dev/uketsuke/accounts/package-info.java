/** Who is calling: credentials, accounts, roles, and requests that ride on a browser session. */
package dev.uketsuke.accounts;
