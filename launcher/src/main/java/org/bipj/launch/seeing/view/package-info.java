/**
 * {@code bipj view}: reads what {@code --timeline} has recorded, finds what its waits are due to, and draws it as one HTML page.
 */
package org.bipj.launch.seeing.view;
