/** Messages out, written together with the change they tell of; knows no feature. */
package dev.uketsuke.messaging;
