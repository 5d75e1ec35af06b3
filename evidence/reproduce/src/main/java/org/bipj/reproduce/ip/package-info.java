/** IP over BIP: streams and requests as netperf measures them, and what changes them (BIP, section 7). */
package org.bipj.reproduce.ip;
