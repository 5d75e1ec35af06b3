/**
 * SSAM, SPARCstation Active Messages (von Eicken, Avula, Basu and Buch, Hot Interconnects 1994): requests and replies of one
 * ATM cell, which run handlers, over a network that loses cells.
 */
package org.bipj.ssam;
