/**
 * Remote memory that kernels serve (Thekkath, Levy and Lazowska: Separating data and control transfer in distributed
 * operating systems, ASPLOS 1994), on SSAM's hardware: data move without a process of their host, and control only by
 * notifications.
 */
package org.bipj.ssam.remote;
