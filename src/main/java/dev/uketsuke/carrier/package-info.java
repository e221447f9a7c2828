/** Orders a waybill from the carrier for each paid application, once. */
package dev.uketsuke.carrier;
