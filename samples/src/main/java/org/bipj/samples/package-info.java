/** Programs to copy: each is a complete message-passing program that shows one thing; {@code Samples} lists them. */
package org.bipj.samples;
