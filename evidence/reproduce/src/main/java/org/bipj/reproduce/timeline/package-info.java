/** Draws a piece of a trace as a picture. */
package org.bipj.reproduce.timeline;
