/** Payment callbacks: each by itself, in every order, at once, and with a failing database. */
package dev.uketsuke.payments;
