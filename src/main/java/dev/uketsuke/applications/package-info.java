/** Shipping applications: handing one in exactly once, asking what became of it, its life. */
package dev.uketsuke.applications;
