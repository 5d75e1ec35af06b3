/** Programs to copy. */
package org.bipj.samples;
