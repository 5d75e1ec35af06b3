/** NAS FT: a differential equation by three-dimensional Fourier transforms (RNR-94-007, section 2). */
package org.bipj.samples.nas.ft;
