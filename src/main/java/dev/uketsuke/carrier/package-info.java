/** Orders one waybill from the carrier for each paid application. */
package dev.uketsuke.carrier;
