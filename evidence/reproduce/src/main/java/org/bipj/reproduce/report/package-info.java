/** The published results, and reports that set measured results beside them: text, CSV, HTML and figures. */
package org.bipj.reproduce.report;
