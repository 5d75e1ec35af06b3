/**
 * The common part of LU, SP and BT (RNR-94-007, section 3): the flow of a gas in a cube, its difference operator R, the
 * exact solution that the forcing terms are made for, and the verification.
 *
 * <p>A rank holds one or more boxes of the cube. Each box keeps a frame of two points for its neighbours' points, and
 * each of the five components lies in a flat array of its own, x fastest, so that neighbours along x fill a vector.
 */
package org.bipj.samples.nas.cfd;
