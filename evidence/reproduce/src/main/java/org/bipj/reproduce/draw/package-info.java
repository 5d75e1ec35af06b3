/** Tools for drawings: axes, and the markup of SVG and HTML. */
package org.bipj.reproduce.draw;
