/** The tables of the SSAM paper: traps, active messages, remote memory, windows. */
package org.bipj.reproduce.ssam;
